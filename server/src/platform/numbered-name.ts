const maxNameLength = 100

/** The name if free, else with the first free number. */
export async function numberedName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  let free = name
  for (let number = 2; await isTaken(free); number++) {
    const suffix = ` (${number})`
    free = name.slice(0, maxNameLength - suffix.length) + suffix
  }
  return free
}
