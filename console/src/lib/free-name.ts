/** The name, or with the first number from 2 on that makes it one that is not used: `floor`, `floor 2`. */
export function freeName(name: string, used: ReadonlySet<string>, separator = ' '): string {
  if (!used.has(name)) return name
  for (let number = 2; ; number += 1) {
    const free = `${name}${separator}${number}`
    if (!used.has(free)) return free
  }
}
