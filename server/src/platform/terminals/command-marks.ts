/**
 * Makes bash mark its prompts, the output of commands and their exit status (OSC 133), which terminals do not show. Other shells
 * ignore it.
 */
export const commandMarks = {
  PROMPT_COMMAND: String.raw`printf '\033]133;D;%s\007\033]133;A\007' "$?"`,
  PS0: String.raw`\e]133;C\a`,
} as const

const outcomeMarks = '\u001B]133;D;$?\u0007\u001B]133;A\u0007'
const inputMark = '\u001B]133;B\u0007'

/**
 * Becomes the marked form of the running shell. dash and ash run nothing before a prompt but can print the exit status in it, so
 * their marks stand in the prompt itself; ash is told which parts take no room. Other shells report no exit status.
 */
export const becomeMarkedShell = [
  `if [ "$(id -u)" = 0 ]; then mark='#'; else mark='$'; fi`,
  `case "$(readlink -f "$0")" in`,
  `*/busybox*) PS1='\\[${outcomeMarks}\\]\\w '"$mark"' \\[${inputMark}\\]'; export PS1;;`,
  `*/dash) PS1='${outcomeMarks}'"$mark"' ${inputMark}'; export PS1;;`,
  'esac',
  'unset mark',
  'exec "$0"',
].join('\n')

export const shellCommand = [
  '/bin/sh',
  '-c',
  `if [ -x /bin/bash ]; then exec /bin/bash; fi\n${becomeMarkedShell}`,
  '/bin/sh',
] as const
