// The yardstick: TRBS cloth in plain C++ (flat f64 arrays, one thread), as careful but as simple as a good
// engineer writes it in an afternoon. The same grid, vertex order, material and state as subjects.mjs.
//   trbs N BUDGET_MS TASK…     prints one JSON line per task: { task, ms (least of the repetitions), iterations and
//                              residual |b − Ax| / |b| of a step }
//   trbs N FILE dump           writes force, product and matrix product for the harness to compare
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>
using Vec = std::vector<double>;
using Ints = std::vector<int>;

static const double E = 500, nu = 0.3, density = 0.2, h = 0.01, gravity = -9.81;
static int nv, nt;                        // vertices, triangles
static Ints tri, pinned;                  // 3 vertices per triangle
static Vec X, x, d, mass, L2, k, c;       // rest and current positions, a direction; 3 parameters each per triangle
static Ints rowStart, columns, diagonal;  // block rows
static Ints place;                        // 9 per triangle: where its block (a, b) is in the matrix
static Ints incidentStart, incident;      // by vertex: 3·triangle + corner
static Vec blocks, inverses, elementForces;

static double now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static void build(int n) {
  const int w = n + 1;
  nv = w * w, nt = 2 * n * n;
  X.resize(3 * nv), x.resize(3 * nv), d.resize(3 * nv);
  for (int j = 0; j < w; j++)
    for (int i = 0; i < w; i++) {
      const int v = 3 * (j * w + i);
      const double u = double(i) / n, t = double(j) / n;
      X[v] = u, X[v + 1] = 0, X[v + 2] = t;
      // A sagging sheet, stretched everywhere: its stiffness is positive definite.
      x[v] = 1.01 * u, x[v + 1] = -0.8 * u * (1 - u) * t - 0.3 * (1 - t) * (1 - t), x[v + 2] = 1.01 * t;
    }
  for (int i = 0; i < 3 * nv; i++) d[i] = (i * 7919LL % 1000) / 1000.0 - 0.5;
  pinned = {n * w, n * w + n};
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      const int p = j * w + i, q = p + 1, r = q + w, s = p + w;
      const Ints right = {p, r, q, p, s, r}, left = {p, s, q, q, s, r};
      for (int v : (i + j) % 2 == 0 ? right : left) tri.push_back(v);
    }

  mass.assign(nv, 0), L2.resize(3 * nt), k.resize(3 * nt), c.resize(3 * nt);
  for (int t = 0; t < nt; t++) {
    double e[3][3], cot[3];
    for (int i = 0; i < 3; i++)
      for (int m = 0; m < 3; m++) e[i][m] = X[3 * tri[3 * t + (i + 1) % 3] + m] - X[3 * tri[3 * t + (i + 2) % 3] + m];
    auto dot = [&](int i, int j) { return e[i][0] * e[j][0] + e[i][1] * e[j][1] + e[i][2] * e[j][2]; };
    const double area = 0.5 * std::sqrt(dot(0, 0) * dot(1, 1) - dot(0, 1) * dot(0, 1));
    const double scale = E / (16 * (1 - nu * nu) * area);
    for (int i = 0; i < 3; i++) cot[i] = -dot((i + 1) % 3, (i + 2) % 3) / (2 * area);
    for (int i = 0; i < 3; i++) {
      L2[3 * t + i] = dot(i, i), k[3 * t + i] = scale * (2 * cot[i] * cot[i] + 1 - nu);
      c[3 * t + i] = scale * (2 * cot[(i + 1) % 3] * cot[(i + 2) % 3] + nu - 1);
      mass[tri[3 * t + i]] += density * area / 3;
    }
  }

  incidentStart.assign(nv + 1, 0), incident.resize(3 * nt);
  for (int v : tri) incidentStart[v + 1]++;
  for (int v = 0; v < nv; v++) incidentStart[v + 1] += incidentStart[v];
  Ints next(incidentStart.begin(), incidentStart.end() - 1);
  for (int i = 0; i < 3 * nt; i++) incident[next[tri[i]]++] = i;

  rowStart.assign(1, 0), columns.clear(), diagonal.resize(nv), place.resize(9 * nt);
  Ints where(nv, -1);
  for (int v = 0; v < nv; v++) {
    // The neighbours, ascending, by insertion: a row has about seven.
    auto insert = [&](int u) {
      int at = columns.size();
      while (at > rowStart[v] && columns[at - 1] > u) at--;
      if (at > rowStart[v] && columns[at - 1] == u) return;
      columns.insert(columns.begin() + at, u);
    };
    insert(v);
    for (int i = incidentStart[v]; i < incidentStart[v + 1]; i++)
      for (int b = 0; b < 3; b++) insert(tri[incident[i] / 3 * 3 + b]);
    rowStart.push_back(columns.size());
    for (int q = rowStart[v]; q < rowStart[v + 1]; q++) where[columns[q]] = q;
    diagonal[v] = where[v];
    for (int i = incidentStart[v]; i < incidentStart[v + 1]; i++)
      for (int b = 0; b < 3; b++) place[3 * incident[i] + b] = where[tri[incident[i] / 3 * 3 + b]];
  }
  blocks.resize(9 * columns.size()), inverses.resize(9 * nv), elementForces.resize(9 * nt);
}

// Edge i is opposite vertex i; t_i = dW/d(l_i²)·2, so that the gradient is t_i e_i at vertex i + 1 and −t_i e_i at i + 2.
struct Triangle { double e[3][3], t[3]; };
static inline void edgesOf(const double* p, const int* v, double e[3][3]) {
  for (int m = 0; m < 3; m++) {
    const double a = p[3 * v[0] + m], b = p[3 * v[1] + m], g = p[3 * v[2] + m];
    e[0][m] = b - g, e[1][m] = g - a, e[2][m] = a - b;
  }
}
static inline Triangle triangle(const double* p, int q) {
  Triangle s;
  edgesOf(p, &tri[3 * q], s.e);
  const double *l = &L2[3 * q], *K = &k[3 * q], *C = &c[3 * q];
  double D[3];
  for (int i = 0; i < 3; i++) D[i] = s.e[i][0] * s.e[i][0] + s.e[i][1] * s.e[i][1] + s.e[i][2] * s.e[i][2] - l[i];
  s.t[0] = K[0] * D[0] + C[2] * D[1] + C[1] * D[2];
  s.t[1] = K[1] * D[1] + C[0] * D[2] + C[2] * D[0];
  s.t[2] = K[2] * D[2] + C[1] * D[0] + C[0] * D[1];
  return s;
}

static void forceScatter(double* f) {
  std::memset(f, 0, 24 * size_t(nv));
  for (int q = 0; q < nt; q++) {
    const Triangle s = triangle(x.data(), q);
    const int* v = &tri[3 * q];
    for (int m = 0; m < 3; m++) {
      const double g0 = s.t[0] * s.e[0][m], g1 = s.t[1] * s.e[1][m], g2 = s.t[2] * s.e[2][m];
      f[3 * v[0] + m] += g1 - g2, f[3 * v[1] + m] += g2 - g0, f[3 * v[2] + m] += g0 - g1;
    }
  }
}
static void forceGather(double* f) {
  for (int q = 0; q < nt; q++) {
    const Triangle s = triangle(x.data(), q);
    double* out = &elementForces[9 * q];
    for (int m = 0; m < 3; m++) {
      const double g0 = s.t[0] * s.e[0][m], g1 = s.t[1] * s.e[1][m], g2 = s.t[2] * s.e[2][m];
      out[m] = g1 - g2, out[3 + m] = g2 - g0, out[6 + m] = g0 - g1;
    }
  }
  for (int v = 0; v < nv; v++) {
    double s[3] = {0, 0, 0};
    for (int i = incidentStart[v]; i < incidentStart[v + 1]; i++)
      for (int m = 0; m < 3; m++) s[m] += elementForces[3 * incident[i] + m];
    for (int m = 0; m < 3; m++) f[3 * v + m] = s[m];
  }
}

// out = K p, from the elements.
static void product(const double* p, double* out) {
  std::memset(out, 0, 24 * size_t(nv));
  for (int q = 0; q < nt; q++) {
    const Triangle s = triangle(x.data(), q);
    double de[3][3], r[3];
    edgesOf(p, &tri[3 * q], de);
    for (int i = 0; i < 3; i++) r[i] = 2 * (s.e[i][0] * de[i][0] + s.e[i][1] * de[i][1] + s.e[i][2] * de[i][2]);
    const double *K = &k[3 * q], *C = &c[3 * q];
    const double dt[3] = {K[0] * r[0] + C[2] * r[1] + C[1] * r[2], K[1] * r[1] + C[0] * r[2] + C[2] * r[0],
                          K[2] * r[2] + C[1] * r[0] + C[0] * r[1]};
    const int* v = &tri[3 * q];
    for (int m = 0; m < 3; m++) {
      const double g0 = dt[0] * s.e[0][m] + s.t[0] * de[0][m], g1 = dt[1] * s.e[1][m] + s.t[1] * de[1][m],
                   g2 = dt[2] * s.e[2][m] + s.t[2] * de[2][m];
      out[3 * v[0] + m] += g2 - g1, out[3 * v[1] + m] += g0 - g2, out[3 * v[2] + m] += g1 - g0;
    }
  }
}

// The block of vertices a = i + 1 and b = i + 2; rows of blocks sum to zero, which gives the diagonal.
static inline void offDiagonal(const Triangle& s, int q, int i, double H[9]) {
  const int a = (i + 1) % 3, b = (i + 2) % 3;
  const double *K = &k[3 * q], *C = &c[3 * q];
  for (int m = 0; m < 3; m++)
    for (int n = 0; n < 3; n++)
      H[3 * m + n] = 2 * (s.e[i][m] * (C[b] * s.e[a][n] - K[i] * s.e[i][n]) + s.e[b][m] * (C[a] * s.e[i][n] - C[i] * s.e[a][n])) -
                     (m == n ? s.t[i] : 0);
}
static void assemble() {  // A = M/h² + K with pinned rows and columns replaced by the identity
  std::fill(blocks.begin(), blocks.end(), 0.0);
  for (int q = 0; q < nt; q++) {
    const Triangle s = triangle(x.data(), q);
    const int* at = &place[9 * q];
    for (int i = 0; i < 3; i++) {
      const int a = (i + 1) % 3, b = (i + 2) % 3;
      double H[9];
      offDiagonal(s, q, i, H);
      double *ab = &blocks[9 * at[3 * a + b]], *ba = &blocks[9 * at[3 * b + a]], *aa = &blocks[9 * at[4 * a]], *bb = &blocks[9 * at[4 * b]];
      for (int m = 0; m < 3; m++)
        for (int n = 0; n < 3; n++) {
          const double value = H[3 * m + n];
          ab[3 * m + n] += value, ba[3 * n + m] += value, aa[3 * m + n] -= value, bb[3 * n + m] -= value;
        }
    }
  }
  for (int v = 0; v < nv; v++)
    for (int m = 0; m < 9; m += 4) blocks[9 * diagonal[v] + m] += mass[v] / (h * h);
  for (int v : pinned)
    for (int q = rowStart[v]; q < rowStart[v + 1]; q++) {
      std::memset(&blocks[9 * q], 0, 72);
      for (int r = rowStart[columns[q]]; r < rowStart[columns[q] + 1]; r++)
        if (columns[r] == v) std::memset(&blocks[9 * r], 0, 72);
      if (columns[q] == v) blocks[9 * q] = blocks[9 * q + 4] = blocks[9 * q + 8] = 1;
    }
}
static void multiply(const double* p, double* out) {
  for (int v = 0; v < nv; v++) {
    double s0 = 0, s1 = 0, s2 = 0;
    for (int q = rowStart[v]; q < rowStart[v + 1]; q++) {
      const double *B = &blocks[9 * size_t(q)], *y = p + 3 * columns[q];
      s0 += B[0] * y[0] + B[1] * y[1] + B[2] * y[2];
      s1 += B[3] * y[0] + B[4] * y[1] + B[5] * y[2];
      s2 += B[6] * y[0] + B[7] * y[1] + B[8] * y[2];
    }
    out[3 * v] = s0, out[3 * v + 1] = s1, out[3 * v + 2] = s2;
  }
}

static void filter(double* p) {
  for (int v : pinned) p[3 * v] = p[3 * v + 1] = p[3 * v + 2] = 0;
}
// The same without a matrix. Vectors inside conjugate gradients are zero at pinned vertices.
static void multiplyFree(const double* p, double* out) {
  product(p, out);
  for (int v = 0; v < nv; v++)
    for (int m = 0; m < 3; m++) out[3 * v + m] += mass[v] / (h * h) * p[3 * v + m];
  filter(out);
}

static void invertDiagonal(bool fromMatrix) {
  if (fromMatrix)
    for (int v = 0; v < nv; v++) std::memcpy(&inverses[9 * v], &blocks[9 * diagonal[v]], 72);
  else {
    std::fill(inverses.begin(), inverses.end(), 0.0);
    for (int v = 0; v < nv; v++)
      for (int m = 0; m < 9; m += 4) inverses[9 * v + m] = mass[v] / (h * h);
    for (int q = 0; q < nt; q++) {
      const Triangle s = triangle(x.data(), q);
      for (int i = 0; i < 3; i++) {
        double H[9], *aa = &inverses[9 * tri[3 * q + (i + 1) % 3]], *bb = &inverses[9 * tri[3 * q + (i + 2) % 3]];
        offDiagonal(s, q, i, H);
        for (int m = 0; m < 3; m++)
          for (int n = 0; n < 3; n++) aa[3 * m + n] -= H[3 * m + n], bb[3 * n + m] -= H[3 * m + n];
      }
    }
  }
  for (int v = 0; v < nv; v++) {
    double* B = &inverses[9 * v];
    const double a = B[0], b = B[1], g = B[2], e = B[4], f = B[5], i = B[8];
    const double A0 = e * i - f * f, A1 = g * f - b * i, A2 = b * f - g * e, s = 1 / (a * A0 + b * A1 + g * A2);
    B[0] = s * A0, B[1] = B[3] = s * A1, B[2] = B[6] = s * A2;
    B[4] = s * (a * i - g * g), B[5] = B[7] = s * (b * g - a * f), B[8] = s * (a * e - b * b);
  }
}

using Operator = void (*)(const double*, double*);
// Conjugate gradients to a relative residual in the preconditioner's norm, as the library measures it.
static int conjugateGradient(Operator A, const Vec& b, double tolerance, int most, Vec& y) {
  static Vec r, z, p, Ap;
  const int n = 3 * nv;
  r = b, z.resize(n), p.resize(n), Ap.resize(n), y.assign(n, 0);
  // z = P⁻¹ r, and r·z on the way.
  auto precondition = [&] {
    double sum = 0;
    for (int v = 0; v < nv; v++) {
      const double *B = &inverses[9 * v], *q = &r[3 * v];
      double s = 0;
      for (int m = 0; m < 3; m++) {
        z[3 * v + m] = B[3 * m] * q[0] + B[3 * m + 1] * q[1] + B[3 * m + 2] * q[2];
        s += z[3 * v + m] * q[m];
      }
      sum += s;
    }
    return sum;
  };
  double rz = precondition();
  const double start = rz;
  p = z;
  int iterations = 0;
  while (std::sqrt(rz / start) > tolerance && iterations < most) {
    A(p.data(), Ap.data());
    double s[3] = {0, 0, 0};
    for (int i = 0; i < n; i += 3)
      for (int m = 0; m < 3; m++) s[m] += p[i + m] * Ap[i + m];
    const double alpha = rz / (s[0] + s[1] + s[2]);
    for (int i = 0; i < n; i++) y[i] += alpha * p[i], r[i] -= alpha * Ap[i];
    const double next = precondition(), beta = next / rz;
    for (int i = 0; i < n; i++) p[i] = z[i] + beta * p[i];
    rz = next, iterations++;
  }
  return iterations;
}

// Implicit Euler from rest: (M/h² + K) dx = f, one linear solve.
static Vec f, dx, v0, moved;
static int step(bool matrix, double tolerance, int most) {
  forceScatter(f.data());
  for (int v = 0; v < nv; v++) f[3 * v + 1] += mass[v] * gravity;
  for (int i = 0; i < 3 * nv; i++) f[i] += mass[i / 3] * v0[i] / h;
  filter(f.data());
  if (matrix) assemble();
  invertDiagonal(matrix);
  const int iterations = conjugateGradient(matrix ? multiply : multiplyFree, f, tolerance, most, dx);
  for (int i = 0; i < 3 * nv; i++) moved[i] = x[i] + dx[i];
  return iterations;
}
// |f − A dx| / |f| of the last step.
static double residual(bool matrix) {
  Vec Adx(3 * nv);
  (matrix ? multiply : multiplyFree)(dx.data(), Adx.data());
  double left = 0, all = 0;
  for (int i = 0; i < 3 * nv; i++) left += (f[i] - Adx[i]) * (f[i] - Adx[i]), all += f[i] * f[i];
  return std::sqrt(left / all);
}

int main(int argc, char** argv) {
  const double begun = now();
  build(std::atoi(argv[1]));
  const double setup = now() - begun;
  f.resize(3 * nv), dx.resize(3 * nv), v0.assign(3 * nv, 0), moved.resize(3 * nv);
  if (argc == 4 && !std::strcmp(argv[3], "dump")) {
    FILE* file = std::fopen(argv[2], "wb");
    forceScatter(f.data()), std::fwrite(f.data(), 8, f.size(), file);
    product(d.data(), f.data()), std::fwrite(f.data(), 8, f.size(), file);
    assemble(), multiply(d.data(), f.data()), std::fwrite(f.data(), 8, f.size(), file);
    return std::fclose(file);
  }
  const double budget = std::atof(argv[2]);
  for (int i = 3; i < argc; i++) {
    const std::string task = argv[i];
    int iterations = 0;
    double left = 0;
    auto least = [&](const std::function<void()>& run) {
      double best = INFINITY;
      const double until = now() + budget;
      do {
        const double t = now();
        run();
        best = std::min(best, now() - t);
      } while (now() < until);
      return best;
    };
    double ms = NAN;
    if (task == "setup") ms = setup;
    else if (task == "force") ms = std::min(least([] { forceScatter(f.data()); }), least([] { forceGather(f.data()); }));
    else if (task == "product") ms = least([] { product(d.data(), f.data()); });
    else if (task == "assembly") ms = least(assemble);
    else if (task == "matrixProduct") assemble(), ms = least([] { multiply(d.data(), f.data()); });
    else {  // step:matrix|free:TOLERANCE:ITERATIONS
      const size_t first = task.find(':'), second = task.find(':', first + 1), third = task.find(':', second + 1);
      const bool matrix = task.substr(first + 1, second - first - 1) == "matrix";
      const double tolerance = std::atof(task.substr(second + 1).c_str());
      const int most = std::atoi(task.substr(third + 1).c_str());
      ms = least([&] { iterations = step(matrix, tolerance, most); });
      left = residual(matrix);
    }
    std::printf("{\"task\":\"%s\",\"ms\":%.6f,\"iterations\":%d,\"residual\":%.3e}\n", task.c_str(), ms, iterations, left);
  }
}
