"""Arithmetic on arrays of rotations and matrices. Quaternions are x, y, z, w; matrices have the shape (…, 3, 4)."""

from typing import NamedTuple

import numpy as np
from numpy import ndarray as Array

# The cosine between axes of a rotation in single precision.
ROUNDING = 1e-5


def rotation_matrix(quaternion: Array) -> Array:
    """(…, 4) to (…, 3, 3)."""
    q = np.asarray(quaternion, float)
    x, y, z, w = np.moveaxis(q / np.maximum(np.linalg.norm(q, axis=-1, keepdims=True), 1e-300), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def quaternion(matrix: Array) -> Array:
    """(…, 3, 3) rotations to (…, 4), by the one of four formulas that has the largest divisor."""
    m = np.asarray(matrix, float)
    a, b, c = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    squares = np.stack([1 + a - b - c, 1 - a + b - c, 1 - a - b + c, 1 + a + b + c], -1)
    sums = [m[..., j, i] + m[..., i, j] for i, j in ((0, 1), (0, 2), (1, 2))]
    differences = [m[..., j, i] - m[..., i, j] for i, j in ((1, 2), (2, 0), (0, 1))]
    # Row r is 4 times component r times the quaternion.
    table = [
        [squares[..., 0], sums[0], sums[1], differences[0]],
        [sums[0], squares[..., 1], sums[2], differences[1]],
        [sums[1], sums[2], squares[..., 2], differences[2]],
        [*differences, squares[..., 3]],
    ]
    rows = np.stack([np.stack(row, -1) for row in table], -2)
    best = np.argmax(squares, -1)[..., None, None]
    found = np.take_along_axis(rows, best, -2)[..., 0, :]
    return found / np.linalg.norm(found, axis=-1, keepdims=True)


def left_factor(quaternion: Array) -> Array:
    """The matrix L with L·p = q p for every quaternion p."""
    x, y, z, w = quaternion
    return np.array([[w, -z, y, x], [z, w, -x, y], [-y, x, w, z], [-x, -y, -z, w]])


def conjugate(quaternion: Array) -> Array:
    """The inverse of a quaternion of length 1."""
    return np.asarray(quaternion) * (-1, -1, -1, 1)


def continuous(quaternions: Array) -> Array:
    """The same rotations (T, 4), each with the sign that is nearer to the previous one."""
    q = np.array(quaternions, float)
    signs = np.where((q[1:] * q[:-1]).sum(-1) < 0, -1.0, 1.0)
    q[1:] *= np.cumprod(signs)[:, None]
    return q


class Parts(NamedTuple):
    """Matrices as translation, rotation and scale."""

    translation: Array
    rotation: Array
    scale: Array
    shear: float
    """The largest cosine between two axes: 0 without shear."""


def decompose(matrices: Array) -> Parts:
    """(T, 3, 4) to parts with T rows each."""
    columns = matrices[..., :3]
    scale = np.linalg.norm(columns, axis=-2)
    there = scale[..., None, :] > 1e-12
    axes = np.where(there, columns / np.maximum(scale[..., None, :], 1e-12), 0.0)
    mirrored = np.linalg.det(axes) < 0
    scale[mirrored] *= -1
    axes[mirrored] *= -1
    cosines = np.stack([np.abs((axes[..., i] * axes[..., j]).sum(-1)) for i, j in ((0, 1), (0, 2), (1, 2))], -1)
    odd = (cosines.max(-1) > ROUNDING) | ~there.all((-2, -1))
    axes[odd] = nearest_rotation(axes[odd])
    return Parts(matrices[..., 3], continuous(quaternion(axes)), scale, float(cosines.max(initial=0.0)))


def nearest_rotation(matrices: Array) -> Array:
    """The rotations that are closest to matrices (T, 3, 3) that mirror nothing, also where columns are 0."""
    left, _, right = np.linalg.svd(matrices)
    # A direction that vanishes has either sign.
    left[..., 2] *= np.where(np.linalg.det(left @ right) < 0, -1.0, 1.0)[..., None]
    return left @ right


def product(first: Array, second: Array) -> Array:
    """The product of matrices (…, 3, 4)."""
    turned = first[..., :3] @ second
    turned[..., 3] += first[..., 3]
    return turned


def inverse(matrices: Array) -> Array:
    """The inverse of each matrix (…, 3, 4)."""
    turn = np.linalg.inv(matrices[..., :3])
    return np.concatenate([turn, -(turn @ matrices[..., 3:])], -1)


def composed(translation: Array, rotation: Array, scale: Array) -> Array:
    """Translation, rotation and scale as matrices (…, 3, 4)."""
    turn = rotation_matrix(rotation) * np.asarray(scale)[..., None, :]
    return np.concatenate([turn, np.asarray(translation)[..., :, None]], -1)
