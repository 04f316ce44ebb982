/** A program by its own name, without its folders, and its arguments. Kernel threads have slashes in their names. */
export function splitCommand(command: string): { program: string; rest: string } {
  const end = command.search(/\s|$/)
  const path = command.slice(0, end)
  const name = path.startsWith('[') ? path : path.slice(path.lastIndexOf('/') + 1)
  return { program: name === '' ? path : name, rest: command.slice(end) }
}

/** Characters of arguments that two lines hold beside a program, and how many of them are the beginning. */
const most = 92
const first = 40

/** Long arguments without their middle: often only their end tells one process from another. */
export function shortenArguments(words: string): string {
  return words.length <= most ? words : `${words.slice(0, first)}…${words.slice(first + 1 - most)}`
}
