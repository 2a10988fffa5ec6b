"""The jobs of a reader: which files to show at which times.

A script is called with one argument, a JSON file: [{"file": PATH, "times": [SECONDS, …], "poses": PATH}, …]. It writes to
`poses` one JSON object a line for each time, in the shape of `anim pose --json`, with the nodes' names and matrices alone;
or one that says why it cannot read the file: {"error": MESSAGE}. A program that has skeletons and named motions adds to each
line {"scene": {"skeletons": [[NAME OF BONE, …], …], "motions": [NAME, …]}}.
"""

import json
import sys


def run(show):
    """Calls `show` with the path of each file. It returns a function from a time to the nodes, which may have a `scene`."""
    with open(sys.argv[1], encoding="utf-8") as file:
        jobs = json.load(file)
    for job in jobs:
        with open(job["poses"], "w", encoding="utf-8") as poses:
            for line in lines(show, job["file"], job["times"]):
                print(json.dumps(line), file=poses)


def lines(show, file, times):
    try:
        at = show(file)
        scene = {"scene": at.scene} if hasattr(at, "scene") else {}
        return [{"time": time, "nodes": at(time), **scene} for time in times]
    except (RuntimeError, ValueError, ArithmeticError, LookupError) as error:
        # Blender appends the line of its source.
        said = [line for line in str(error).splitlines() if line.strip() and not line.startswith("Location")]
        return [{"error": said[-1] if said else type(error).__name__}]
