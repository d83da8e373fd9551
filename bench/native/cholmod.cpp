// Factors and solves a matrix of 3x3 blocks with CHOLMOD, by each of its orderings, and prints the best times as JSON.
//
//   cholmod <matrix file> <milliseconds per measurement>
//
// The file: rows and blocks as two u32; first block of each row, then their number; columns of blocks, u32 each; then
// f64: 9 numbers per block, by rows; the right side. CHOLMOD gets the lower triangle of the scalar matrix and one thread.
#include <suitesparse/cholmod.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <vector>

// Milliseconds of this thread: other work on the machine does not count.
static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * time.tv_sec + 1e-6 * time.tv_nsec;
}

template <class F> static double least(double budget, F run) {
  double best = INFINITY;
  const double until = now() + budget;
  for (int i = 0; i < 3 || now() < until; i++) {
    const double start = now();
    run();
    best = std::min(best, now() - start);
  }
  return best;
}

template <class T> static std::vector<T> take(std::ifstream &file, size_t count) {
  std::vector<T> values(count);
  file.read(reinterpret_cast<char *>(values.data()), count * sizeof(T));
  if (!file) {
    std::fprintf(stderr, "error: the matrix file is too short\n");
    std::exit(1);
  }
  return values;
}

int main(int count, char **args) {
  if (count < 3) return 1;
  std::ifstream file(args[1], std::ios::binary);
  const double budget = std::atof(args[2]);
  const auto sizes = take<uint32_t>(file, 2);
  const uint32_t rows = sizes[0];
  const auto rowStart = take<uint32_t>(file, rows + 1);
  const auto columns = take<uint32_t>(file, sizes[1]);
  const auto blocks = take<double>(file, 9 * size_t(sizes[1]));
  const auto right = take<double>(file, 3 * size_t(rows));

  cholmod_common common;
  cholmod_start(&common);
  size_t entries = 0;
  for (uint32_t i = 0; i < rows; i++)
    for (uint32_t k = rowStart[i]; k < rowStart[i + 1]; k++)
      entries += columns[k] > i ? 9 : columns[k] == i ? 6 : 0;
  cholmod_sparse *A =
      cholmod_allocate_sparse(3 * rows, 3 * rows, entries, 1, 1, -1, CHOLMOD_REAL, &common);
  auto *p = static_cast<int *>(A->p);
  auto *index = static_cast<int *>(A->i);
  auto *x = static_cast<double *>(A->x);
  int next = 0;
  for (uint32_t i = 0; i < rows; i++)
    for (int c = 0; c < 3; c++) {
      p[3 * i + c] = next;
      for (uint32_t k = rowStart[i]; k < rowStart[i + 1]; k++)
        for (int r = 0; r < 3; r++) {
          const uint32_t row = 3 * columns[k] + r;
          if (row < 3 * i + c) continue;
          index[next] = row;
          x[next++] = blocks[9 * size_t(k) + 3 * c + r];
        }
    }
  p[3 * rows] = next;
  cholmod_dense *b = cholmod_zeros(3 * rows, 1, CHOLMOD_REAL, &common);
  std::copy(right.begin(), right.end(), static_cast<double *>(b->x));

  const struct { const char *name; int ordering; } orderings[] = {
      {"AMD", CHOLMOD_AMD}, {"METIS", CHOLMOD_METIS}, {"NESDIS", CHOLMOD_NESDIS}};
  const struct { const char *name; int kind; } kinds[] = {
      {"supernodal", CHOLMOD_SUPERNODAL}, {"simplicial", CHOLMOD_SIMPLICIAL}};
  std::printf("[");
  bool isFirst = true;
  for (const auto &ordering : orderings)
    for (const auto &kind : kinds) {
      common.nmethods = 1;
      common.method[0].ordering = ordering.ordering;
      common.supernodal = kind.kind;
      common.final_ll = 1;
      cholmod_factor *L = nullptr;
      const double analysis = now();
      L = cholmod_analyze(A, &common);
      const double analysed = now() - analysis;
      if (!L || common.status < 0) continue;
      // CHOLMOD itself prefers supernodes from 40 on.
      if (kind.kind == CHOLMOD_SIMPLICIAL && common.fl > 200 * common.lnz) {
        cholmod_free_factor(&L, &common);
        continue;
      }
      const double entriesOfL = common.lnz;
      const double flops = common.fl;
      const double factor = least(budget, [&] { cholmod_factorize(A, L, &common); });
      // Workspaces are kept over solutions, as for repeated use.
      cholmod_dense *solution = nullptr, *y = nullptr, *e = nullptr;
      const double solve = least(budget, [&] {
        cholmod_solve2(CHOLMOD_A, L, b, nullptr, &solution, nullptr, &y, &e, &common);
      });
      cholmod_dense *left = cholmod_copy_dense(b, &common);
      double one[] = {1, 0}, minus[] = {-1, 0};
      cholmod_sdmult(A, 0, one, minus, solution, left, &common);
      const double residual = cholmod_norm_dense(left, 2, &common) / cholmod_norm_dense(b, 2, &common);
      std::printf("%s{\"ordering\":\"%s\",\"kind\":\"%s\",\"entries\":%.0f,\"flops\":%.0f,"
                  "\"analysis\":%.4f,\"factor\":%.4f,\"solve\":%.4f,\"residual\":%.3e}",
                  isFirst ? "" : ",\n", ordering.name, kind.name, entriesOfL, flops, analysed, factor, solve, residual);
      isFirst = false;
      cholmod_free_dense(&left, &common);
      cholmod_free_dense(&solution, &common);
      cholmod_free_dense(&y, &common);
      cholmod_free_dense(&e, &common);
      cholmod_free_factor(&L, &common);
    }
  std::printf("]\n");
  cholmod_free_dense(&b, &common);
  cholmod_free_sparse(&A, &common);
  cholmod_finish(&common);
}
