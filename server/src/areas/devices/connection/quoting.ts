/**
 * One line for the login shell of a device, of which each argument reaches the program exactly: SSH carries a command as
 * a text, never as a list. Single quotes mean the same to sh, bash, dash, ash, zsh, ksh and fish, apart from a backslash
 * between them, which fish reads.
 */
export function commandLine(argv: readonly [string, ...string[]]): string {
  if (argv.some((argument) => argument.includes('\0'))) throw new Error('an argument holds a zero byte')
  return argv.map(quote).join(' ')
}

/** `sh` with a script, and what `$1`, `$2`, … stand for in it. */
export const shellCommand = (script: string, ...values: string[]): [string, ...string[]] => [
  'sh',
  '-c',
  script,
  'sh',
  ...values,
]

const quote = (argument: string): string => `'${argument.replaceAll(/['\\]/g, String.raw`'\$&'`)}'`
