/** `*` and `?` match within a name, `**` any number of folders, in time of pattern × path. */
export function pathPattern(pattern: string) {
  const names = pattern.split('/')
  return {
    isMatch: (path: string) => matchNames(names, path.split('/'), false),
    mayMatchBelow: (folder: string) => matchNames(names, folder.split('/'), true),
  }
}

/** Pattern positions reachable after the path's names. */
function matchNames(pattern: readonly string[], path: readonly string[], isPrefix: boolean): boolean {
  let reached = withFollowing(pattern, new Set([0]))
  for (const name of path) {
    const next = new Set<number>()
    for (const index of reached) {
      if (pattern[index] === '**') {
        next.add(index)
        if (index === pattern.length - 1) next.add(index + 1)
      } else if (index < pattern.length && matchName(pattern[index] ?? '', name)) next.add(index + 1)
    }
    reached = withFollowing(pattern, next)
    if (reached.size === 0) return false
  }
  if (!isPrefix) return reached.has(pattern.length)
  return [...reached].some((index) => index < pattern.length)
}

/** `**` also matches zero folders. */
function withFollowing(pattern: readonly string[], reached: Set<number>): Set<number> {
  for (const index of reached) if (pattern[index] === '**' && index < pattern.length - 1) reached.add(index + 1)
  return reached
}

/** Hidden names need a pattern with a leading dot. */
const matchName = (pattern: string, name: string) =>
  (!name.startsWith('.') || pattern.startsWith('.')) && matchGlob(pattern, name)

/** Matches a text with `*` and `?` in time of pattern × text, by backtracking only to the last `*`. */
export function matchGlob(pattern: string, name: string): boolean {
  let [at, index, star, resume] = [0, 0, -1, 0]
  while (at < name.length) {
    if (pattern[index] === '*') {
      star = index
      index += 1
      resume = at
    } else if (index < pattern.length && (pattern[index] === '?' || pattern[index] === name[at])) {
      index += 1
      at += 1
    } else if (star >= 0) {
      index = star + 1
      resume += 1
      at = resume
    } else return false
  }
  while (pattern[index] === '*') index += 1
  return index === pattern.length
}
