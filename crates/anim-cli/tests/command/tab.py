"""What the tab key makes of command lines: `python3 tab.py SHELL SCRIPT LINE…` prints each line as a shell on a terminal completes it.

SCRIPT is the completion script. Each line is printed in its own line, without the prompt.
"""

import os
import pty
import re
import select
import sys
import time

# Ctrl-G prints the edited line between marks.
START = {
    "bash": [
        "bash", "--norc", "--noprofile", "-i",
        "bind 'set enable-bracketed-paste off'; bind 'set completion-query-items 0'; bind 'set page-completions off'; "
        "shown() {{ printf '\\n<<%s>>\\n' \"$READLINE_LINE\"; }}; bind -x '\"\\C-g\": shown'; source {script}; echo rea''dy\n",
    ],
    "zsh": [
        "zsh", "-f", "-i",
        "autoload -U compinit; compinit -u -D; LISTMAX=9999; "
        "shown() {{ printf '\\n<<%s>>\\n' \"$BUFFER\" }}; zle -N shown; bindkey '^G' shown; source {script}; echo rea''dy\n",
    ],
}
SECONDS = 30


def main():
    shell, script, *lines = sys.argv[1:]
    *command, setup = START[shell]
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", PS1="$ ", LC_ALL="C.UTF-8")
        os.execvp(command[0], command)
    write(terminal, setup.format(script=script))
    read_until(terminal, rb"\bready\r?\n")
    for line in lines:
        # Ctrl-U empties the line.
        write(terminal, "\x15" + line + "\t")
        write(terminal, "\x07")
        found = read_until(terminal, rb"<<(.*?)>>\r?\n")
        print(found.group(1).decode())
    os.close(terminal)


def write(terminal, text):
    os.write(terminal, text.encode())


def read_until(terminal, pattern):
    seen, end = b"", time.monotonic() + SECONDS
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 65536)
        if found := re.search(pattern, seen):
            return found
    sys.exit(f"the shell did not answer within {SECONDS} s: {seen!r}")


main()
