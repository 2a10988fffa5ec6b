"""Exports the active object to a file."""

import os
from collections.abc import Iterator

import animio
import bpy

from . import clock, played, report, space
from .awake import awake
from .kept import Kept
from .report import Note
from .stage import Stage, members_of


def run(
    context: bpy.types.Context,
    path: str,
    all_actions: bool,
    most: int | None,
    options: dict[str, object],
    expected: tuple[str, ...] = (),
) -> Iterator[float]:
    """Exports the animation of the active object, or each of its actions as a clip; yields the progress, 0 to 1. A file holds at
    most this many clips. Losses with expected codes are not reported."""
    active = context.view_layer.objects.active
    if active is None:
        raise ValueError("there is no active object to export")
    scene, members = context.scene, members_of(active)
    owners, rate = played.owners_of(members), clock.of_scene(scene)
    takes = played.each(owners) if all_actions else [played.current(owners, active.name, scene)]
    if not takes:
        raise ValueError(f"{active.name} has no action")
    kept, taken, notes = Kept(owners, takes), [], []
    try:
        with awake(context, members), clock.frame_kept(scene):
            stage = Stage(context, active, members)
            for number, take in enumerate(takes):
                with played.exchanged(take.parts), stage.posed():
                    if all_actions:
                        kept.rest()
                    for done in stage.record(context, take):
                        yield 0.9 * (number + done) / len(takes)
                    taken.append(stage.channels(take, rate, notes))
    finally:
        kept.restore()
    nodes, taken = stage.without_home(taken)
    clips = [clip_of(take, channels, nodes, rate, notes) for take, channels in zip(takes, taken)]
    unwritten = [Note("dropped", "", name, f"`{curve}` is not written") for name, curve in played.unwritten(takes, members)]
    told: list[str] = []
    for file, held in files(path, clips, most):
        losses = animio.write(file, held, **options).losses
        lost = report.of_losses([loss for loss in losses if loss.code not in expected])
        names = {clip.name for clip in held}
        lost += [note for note in notes if note.clip in names]
        told += report.of_file(os.path.basename(file), len(held), lost + unwritten)
        unwritten = []
    report.show(told)
    yield 1.0


def files(path: str, clips: list[animio.Clip], most: int | None) -> list[tuple[str, list[animio.Clip]]]:
    """Each file with its clips: all in one, or one in each, with the name of the clip in that of the file."""
    if most is None or len(clips) <= most:
        return [(path, clips)]
    stem, extension = os.path.splitext(path)
    found: dict[str, list[animio.Clip]] = {}
    for clip in clips:
        name = own = bpy.path.clean_name(clip.name)
        number = 2
        # Names may differ only in letters that file names do not have, or in case.
        while f"{stem}.{name}{extension}".lower() in map(str.lower, found):
            name, number = f"{own}_{number}", number + 1
        found[f"{stem}.{name}{extension}"] = [clip]
    return list(found.items())


def clip_of(
    take: played.Take, channels: list[animio.Channel], nodes: list[animio.Node], rate: float, notes: list[Note]
) -> animio.Clip:
    """A clip in Blender's axes, with the markers of its actions as events."""
    axes = animio.Space(space.UP, space.FORWARD, "right", space.METRE)
    markers = played.markers(take)
    inside = [(frame, name) for frame, name in markers if take.start <= frame <= take.end]
    if lost := len(markers) - len(inside):
        notes.append(Note("dropped", take.name, "", f"{lost} marker{'' if lost == 1 else 's'} outside of the frames of the clip"))
    events = [animio.Event((frame - take.start) / rate, name) for frame, name in inside]
    return animio.Clip.from_channels(take.name, (take.end - take.start) / rate, nodes, channels, rate, axes, events)
