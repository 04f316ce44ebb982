/** Single quotes work the same in sh, bash, dash, ash, zsh, ksh and fish, apart from backslashes within them in fish. */
export function commandLine(argv: readonly [string, ...string[]]): string {
  if (argv.some((argument) => argument.includes('\0'))) throw new Error('an argument holds a zero byte')
  return argv.map(quote).join(' ')
}

/** Escapes of printf's `%b`. */
const escapes: Readonly<Record<string, string>> = { '\\': String.raw`\\`, '\n': String.raw`\n`, '!': String.raw`\0041` }

/** csh and tcsh end at a quoted line break and expand `!`: arguments with these are escaped and decoded by `sh`. */
export function loginLine(argv: readonly [string, ...string[]]): string {
  const line = commandLine(argv)
  if (!/[\n!]/.test(line)) return line
  const text = line.replaceAll(/[\\\n!]/g, (character) => escapes[character] ?? character)
  return commandLine(['sh', '-c', 'eval "exec $(printf %b "$1")"', 'sh', text])
}

export const shellCommand = (script: string, ...values: string[]): [string, ...string[]] => [
  'sh',
  '-c',
  script,
  'sh',
  ...values,
]

const quote = (argument: string): string => `'${argument.replaceAll(/['\\]/g, String.raw`'\$&'`)}'`
