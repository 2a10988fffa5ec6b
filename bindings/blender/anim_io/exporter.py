"""Exports the active object to a file."""

import os
from collections.abc import Iterator

import animio
import bpy

from . import clock, played, report, space
from .report import Note
from .stage import Stage


def run(
    context: bpy.types.Context, path: str, all_actions: bool, options: dict[str, object]
) -> Iterator[float]:
    """Exports the animation of the active object, or each of its actions as a clip; yields the progress, 0 to 1."""
    active = context.view_layer.objects.active
    if active is None:
        raise ValueError("there is no active object to export")
    stage = Stage(active)
    scene = context.scene
    actions = played.all_of(stage.members) if all_actions else [played.active(stage.members)]
    if not actions:
        raise ValueError(f"{active.name} has no action")
    frame, subframe, clips = scene.frame_current, scene.frame_subframe, []
    try:
        for number, action in enumerate(actions):
            with played.playing(action if all_actions else None, stage.members):
                start, end = played.frames(action, scene)
                for done in stage.record(context, start, end):
                    yield 0.9 * (number + done) / len(actions)
                clips.append(clip_of(stage, action, active.name, start, end, clock.of_scene(scene)))
    finally:
        scene.frame_set(frame, subframe=subframe)
    found = animio.write(path, clips, **options)
    notes = report.of_losses(found.losses)
    unwritten = played.unwritten(actions, stage.members)
    notes += [Note("dropped", "", bone, f"`{path}` is not written") for bone, path in unwritten]
    report.show(report.of_file(os.path.basename(path), len(clips), notes))
    yield 1.0


def clip_of(
    stage: Stage, action: bpy.types.Action | None, name: str, start: int, end: int, rate: float
) -> animio.Clip:
    """The recording of a stage as a clip in Blender's axes."""
    return animio.Clip.from_channels(
        action.name if action else name, (end - start) / rate, stage.nodes, stage.channels(rate), rate=rate,
        space=animio.Space(space.UP, space.FORWARD, "right", space.METRE),
    )  # fmt: skip
