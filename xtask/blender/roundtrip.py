"""Every fixture, imported, exported in its own format, and read back with animio."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import animio
import bpy
import numpy as np
import scene

# The largest allowed distance of a joint from its position before, relative to the size of the figure: what integers or curves of a
# format can represent.
TOLERANCE = {"bvh": 1e-4, "mm2-ped": 1e-4, "stf": 1e-3, "hsf-xml": 1e-3, "stt": 1e-3, "tod": 2e-3}
# Files of extremes: positions 2³¹ apart next to figures of one unit.
EXTREME = ["corners.tod"]


def run(fixtures: Path, folder: Path) -> Iterator[str]:
    """Exports everything that moves, and compares it."""
    worst: dict[str, float] = {}
    for form, path in scene.fixtures(fixtures):
        moving = [clip for clip in scene.clips(form, path) if clip.duration > 0 and clip.channels]
        if not moving or path.suffix in (".csv", ".skel") or path.name in EXTREME:
            continue
        scene.empty()
        scene.load(form, path)
        clip = moving[0]
        # A stream file holds more than animation. The skeleton of a pedestrian is in a file next to its motion.
        there = folder / form / path.name.replace(".hsf", ".xml")
        there.parent.mkdir(exist_ok=True)
        for skeleton in (path.parent / "pedmodel_walker.skel", path.parent / "pedmodel_walker.csv"):
            if skeleton.exists():
                shutil.copy(skeleton, there.parent)
        error = there_and_back(form, clip, there)
        if error is not None:
            assert error < TOLERANCE[form], f"{path.name}: {error:.2e} of the size"
            worst[form] = max(worst.get(form, 0.0), error)
    assert set(worst) == set(TOLERANCE), f"only {sorted(worst)} came back"
    yield "there and back: " + ", ".join(f"{form} {error:.1e}" for form, error in worst.items())


def there_and_back(form: str, clip: animio.Clip, path: Path) -> float | None:
    """The largest distance of any node that the file holds; `None` if it holds none."""
    chosen = next((item for item in bpy.data.objects if item.type == "ARMATURE"), None)
    for item in bpy.data.objects:
        item.select_set(True)
    bpy.context.view_layer.objects.active = chosen or bpy.data.objects[0]
    render = bpy.context.scene.render
    rate = render.fps / render.fps_base
    operator = getattr(bpy.ops.export_anim, f"io_{form.replace('-', '_')}")
    assert operator(filepath=str(path)) == {"FINISHED"}
    back = scene.clips(form, path)[0]
    # The exported objects; hidden ones are not exported. A new file gives free numbers to objects without a number that it can keep.
    exported = [*bpy.context.selected_objects, *(bone for item in bpy.data.armatures for bone in item.bones)]
    shown = {item.name.rsplit("/")[-1] for item in exported}
    names = {node.name.rsplit("/")[-1]: index for index, node in enumerate(back.nodes)}
    named = [(index, node.name.rsplit("/")[-1]) for index, node in enumerate(clip.nodes)]
    pairs = [(index, names[name]) for index, name in named if name in names and name in shown]
    if not pairs:
        return None
    here, there = (list(each) for each in zip(*pairs))
    last = min(clip.duration, back.duration)
    times = np.arange(0, np.floor(last * rate + 1e-6)) / rate
    expected = np.asarray(clip.world(times))[:, here, :, 3]
    found = np.asarray(back.world(times))[:, there, :, 3]
    # One fixture has values that are NaN, which Blender cannot hold.
    known = np.isfinite(expected)
    return float(np.abs(expected - found)[known].max(initial=0) / max(np.abs(expected[known]).max(initial=0), 1e-3))
