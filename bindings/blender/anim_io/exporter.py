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
    rate, frame, subframe, takes, lengths = clock.of_scene(scene), scene.frame_current, scene.frame_subframe, [], []
    try:
        for number, action in enumerate(actions):
            with played.playing(action if all_actions else None, stage.members), stage.posed():
                start, end = played.frames(action, scene)
                for done in stage.record(context, start, end):
                    yield 0.9 * (number + done) / len(actions)
                takes.append(stage.channels(rate))
                lengths.append((end - start) / rate)
    finally:
        scene.frame_set(frame, subframe=subframe)
    nodes, takes = stage.without_home(takes)
    names = [action.name if action else active.name for action in actions]
    clips = [clip_of(*parts, nodes, rate) for parts in zip(names, lengths, takes)]
    found = animio.write(path, clips, **options)
    notes = report.of_losses(found.losses)
    unwritten = played.unwritten(actions, stage.members)
    notes += [Note("dropped", "", bone, f"`{path}` is not written") for bone, path in unwritten]
    report.show(report.of_file(os.path.basename(path), len(clips), notes))
    yield 1.0


def clip_of(
    name: str, duration: float, channels: list[animio.Channel], nodes: list[animio.Node], rate: float
) -> animio.Clip:
    """A clip in Blender's axes."""
    axes = animio.Space(space.UP, space.FORWARD, "right", space.METRE)
    return animio.Clip.from_channels(name, duration, nodes, channels, rate=rate, space=axes)
