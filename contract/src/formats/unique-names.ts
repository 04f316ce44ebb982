import { stemOf } from './images/image-paths.ts'

/**
 * For layouts in which the files of an image share its name up to the ending: a second `a.png` beside `a.jpg` is written
 * as `a_png.png`. Asked in the same order it answers the same.
 */
export function createUniqueNames(): (path: string) => string {
  const usedNames = new Set<string>()
  return (path) => {
    const ending = path.slice(stemOf(path).length)
    let stem = stemOf(path)
    for (let turn = 1; usedNames.has(stem); turn += 1)
      stem = `${stemOf(path)}_${ending.slice(1)}${turn === 1 ? '' : turn}`
    usedNames.add(stem)
    return stem + ending
  }
}
