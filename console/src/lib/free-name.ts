/** The name, with the first free number from 2 on if it is in use: `floor`, `floor 2`. */
export function freeName(name: string, used: ReadonlySet<string>, separator = ' '): string {
  if (!used.has(name)) return name
  for (let number = 2; ; number += 1) {
    const free = `${name}${separator}${number}`
    if (!used.has(free)) return free
  }
}
