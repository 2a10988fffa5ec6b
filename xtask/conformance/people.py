#!/usr/bin/env python3
"""Checks the height of people in the programs that receive them, and that they stand upright.

    people.py PEOPLE.json

Each entry names a figure, a program, the poses it shows, and four nodes from the top of the figure down. A person is between 0.1 m and
10 m tall in a GLB, which is in metres with +Y up, and each of the nodes is below the one before. A program that has skeletons has one
for the figure.
"""

import sys

from readers import lines, load

SHORTEST, TALLEST = 0.1, 10.0


def main():
    wrong = 0
    for one in load(sys.argv[1]):
        (pose,) = lines(one["found"])
        said, problems = judged(pose, one["down"])
        print(f"  {one['label']} in {one['reader']}: {said}")
        for problem in problems:
            print(f"    {problem}")
        wrong += bool(problems)
    if wrong:
        sys.exit(f"{wrong} figures are wrong")


def judged(pose, down):
    """The measurements, and what is wrong."""
    if "error" in pose:
        return "nothing", [f"cannot be read: {pose['error']}"]
    heights = {node["name"]: node["world"][7] for node in pose["nodes"]}
    missing = [name for name in down if name not in heights]
    if missing:
        return "nothing", [f"{missing} are missing: {sorted(heights)}"]
    levels = [heights[name] for name in down]
    tall = levels[0] - levels[-1]
    problems = [] if SHORTEST <= tall <= TALLEST else [f"a person is {tall:.3g} m tall"]
    if any(above <= below for above, below in zip(levels, levels[1:])):
        problems.append(f"a person does not stand: {dict(zip(down, levels))}")
    skeletons = pose.get("scene", {}).get("skeletons")
    if skeletons is not None and [set(down) <= set(skeleton) for skeleton in skeletons] != [True]:
        problems.append(f"a person is not one skeleton: {skeletons}")
    return f"{tall:.3f} m from {down[0]} down to {down[-1]}", problems


if __name__ == "__main__":
    main()
