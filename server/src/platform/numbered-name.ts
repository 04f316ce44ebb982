const longestName = 100

/** A name that is free: itself, or with the first number that makes it so. */
export async function numberedName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  let free = name
  for (let number = 2; await isTaken(free); number++) {
    const suffix = ` (${number})`
    free = name.slice(0, longestName - suffix.length) + suffix
  }
  return free
}
