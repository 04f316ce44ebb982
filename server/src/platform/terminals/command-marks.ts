/**
 * Has bash mark its prompts, the output of commands and their exit status (OSC 133), which terminals do not show. Other
 * shells leave it alone.
 */
export const commandMarks = {
  PROMPT_COMMAND: String.raw`printf '\033]133;D;%s\007\033]133;A\007' "$?"`,
  PS0: String.raw`\e]133;C\a`,
} as const
