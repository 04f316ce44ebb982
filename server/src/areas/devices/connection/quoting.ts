/**
 * One line for the login shell of a device, of which each argument reaches the program exactly: SSH carries a command as
 * a text, never as a list. Single quotes mean the same to sh, bash, dash, ash, zsh, ksh and fish, apart from a backslash
 * between them, which fish reads.
 */
export function commandLine(argv: readonly [string, ...string[]]): string {
  if (argv.some((argument) => argument.includes('\0'))) throw new Error('an argument holds a zero byte')
  return argv.map(quote).join(' ')
}

/** As printf's `%b` reads them. */
const escapes: Readonly<Record<string, string>> = { '\\': String.raw`\\`, '\n': String.raw`\n`, '!': String.raw`\0041` }

/**
 * The same for whatever login shell an account has. csh and tcsh end at a line break within quotes, and look for an earlier command at
 * each `!`: where an argument holds one, `sh` makes the line of a text without them.
 */
export function loginLine(argv: readonly [string, ...string[]]): string {
  const line = commandLine(argv)
  if (!/[\n!]/.test(line)) return line
  const text = line.replaceAll(/[\\\n!]/g, (character) => escapes[character] ?? character)
  return commandLine(['sh', '-c', 'eval "exec $(printf %b "$1")"', 'sh', text])
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
