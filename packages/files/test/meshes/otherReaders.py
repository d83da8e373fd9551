"""Reads files with meshio or VTK and prints, for each, its counts and bounding box as JSON; or writes a mesh in many variants.

otherReaders.py meshio|vtk read FILE...
otherReaders.py meshio|vtk write FOLDER
"""

import json
import os
import sys
import warnings

warnings.filterwarnings("ignore")


def read_with_meshio(path):
    import meshio

    mesh = meshio.read(path)
    cells = {}
    for block in mesh.cells:
        cells[block.type] = cells.get(block.type, 0) + len(block.data)
    cells.pop("vertex", None)
    points = mesh.points
    return {
        "vertices": len(points),
        "cells": sum(cells.values()),
        "box": [*points.min(axis=0).tolist(), *points.max(axis=0).tolist()],
    }


def read_with_vtk(path):
    import vtk

    readers = {
        ".vtk": vtk.vtkDataSetReader,
        ".vtu": vtk.vtkXMLUnstructuredGridReader,
        ".ply": vtk.vtkPLYReader,
        ".stl": vtk.vtkSTLReader,
        ".obj": vtk.vtkOBJReader,
    }
    reader = readers[os.path.splitext(path)[1]]()
    reader.SetFileName(path)
    reader.Update()
    data = reader.GetOutput()
    low_x, high_x, low_y, high_y, low_z, high_z = data.GetBounds()
    kinds = [data.GetCellType(i) for i in range(data.GetNumberOfCells())]
    return {
        "vertices": data.GetNumberOfPoints(),
        "cells": sum(1 for kind in kinds if kind not in (1, 2)),
        "box": [low_x, low_y, low_z, high_x, high_y, high_z],
    }


POINTS = [
    [0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0],
    [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1], [0.5, 0.5, 2],
]
HEXAHEDRON = [0, 1, 2, 3, 4, 5, 6, 7]
TETRAHEDRON = [4, 5, 6, 8]


def write_with_meshio(folder):
    import meshio

    solid = meshio.Mesh(POINTS, [("hexahedron", [HEXAHEDRON]), ("tetra", [TETRAHEDRON])])
    tetrahedron = meshio.Mesh(POINTS, [("tetra", [TETRAHEDRON])])
    surface = meshio.Mesh(POINTS[:4], [("triangle", [[0, 1, 2], [0, 2, 3]])])
    variants = [
        (solid, "gmsh22-text.msh", dict(file_format="gmsh22", binary=False)),
        (solid, "gmsh22-binary.msh", dict(file_format="gmsh22", binary=True)),
        (tetrahedron, "gmsh41-text.msh", dict(file_format="gmsh", binary=False)),
        (tetrahedron, "gmsh41-binary.msh", dict(file_format="gmsh", binary=True)),
        (solid, "vtk42-text.vtk", dict(file_format="vtk42", binary=False)),
        (solid, "vtk42-binary.vtk", dict(file_format="vtk42", binary=True)),
        (solid, "vtk51-text.vtk", dict(file_format="vtk51", binary=False)),
        (solid, "vtk51-binary.vtk", dict(file_format="vtk51", binary=True)),
        (solid, "text.vtu", dict(binary=False)),
        (solid, "binary.vtu", dict(binary=True, compression=None)),
        (solid, "zlib.vtu", dict(binary=True, compression="zlib")),
        (surface, "text.ply", dict(binary=False)),
        (surface, "binary.ply", dict(binary=True)),
        (surface, "text.stl", dict(binary=False)),
        (surface, "binary.stl", dict(binary=True)),
        (surface, "surface.obj", {}),
        (surface, "surface.off", {}),
        (tetrahedron, "solid.node", {}),
    ]
    for mesh, name, options in variants:
        mesh.write(os.path.join(folder, name), **options)


def write_with_vtk(folder):
    import vtk

    points = vtk.vtkPoints()
    for point in POINTS:
        points.InsertNextPoint(point)
    grid = vtk.vtkUnstructuredGrid()
    grid.SetPoints(points)
    grid.InsertNextCell(vtk.VTK_HEXAHEDRON, 8, HEXAHEDRON)
    grid.InsertNextCell(vtk.VTK_TETRA, 4, TETRAHEDRON)
    for binary in (False, True):
        writer = vtk.vtkUnstructuredGridWriter()
        writer.SetInputData(grid)
        writer.SetFileName(os.path.join(folder, f"vtk-{binary}.vtk"))
        (writer.SetFileTypeToBinary if binary else writer.SetFileTypeToASCII)()
        writer.Write()
    for mode in ("Ascii", "Binary", "Appended"):
        for compressed in (False, True):
            for encoded in (False, True):
                for header in ("UInt32", "UInt64"):
                    for order in ("LittleEndian", "BigEndian"):
                        writer = vtk.vtkXMLUnstructuredGridWriter()
                        writer.SetInputData(grid)
                        name = f"vtk-{mode}-{compressed}-{encoded}-{header}-{order}.vtu"
                        writer.SetFileName(os.path.join(folder, name))
                        getattr(writer, f"SetDataModeTo{mode}")()
                        if compressed:
                            writer.SetCompressorTypeToZLib()
                            writer.SetBlockSize(64)
                        else:
                            writer.SetCompressorTypeToNone()
                        writer.SetEncodeAppendedData(encoded)
                        getattr(writer, f"SetHeaderTypeTo{header}")()
                        getattr(writer, f"SetByteOrderTo{order}")()
                        writer.Write()


library, action, *arguments = sys.argv[1:]
if action == "write":
    {"meshio": write_with_meshio, "vtk": write_with_vtk}[library](arguments[0])
else:
    read = {"meshio": read_with_meshio, "vtk": read_with_vtk}[library]
    result = json.dumps({os.path.basename(path): read(path) for path in arguments})
    print(f"\n{result}")
