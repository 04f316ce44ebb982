/** A program's name without folders, and its arguments. Names of kernel threads contain slashes. */
export function splitCommand(command: string): { program: string; rest: string } {
  const end = command.search(/\s|$/)
  const path = command.slice(0, end)
  const name = path.startsWith('[') ? path : path.slice(path.lastIndexOf('/') + 1)
  return { program: name === '' ? path : name, rest: command.slice(end) }
}
