import { stemOf } from './images/image-paths.ts'

type IsReserved = (stem: string) => boolean

/** For layouts in which an image's files share its stem: a second `a.png` beside `a.jpg` becomes `a_png.png`. */
export function createUniqueNames(isReserved: IsReserved = () => false): (path: string) => string {
  const usedNames = new Set<string>()
  return (path) => {
    const ending = path.slice(stemOf(path).length)
    let stem = stemOf(path)
    for (let turn = 1; usedNames.has(stem) || isReserved(stem); turn += 1)
      stem = `${stemOf(path)}_${ending.slice(1)}${turn === 1 ? '' : turn}`
    usedNames.add(stem)
    return stem + ending
  }
}

/** For flat layouts: folders become a prefix of the name. */
export function createFlatNames(isReserved?: IsReserved): (path: string) => string {
  const nameFor = createUniqueNames(isReserved)
  return (path) => nameFor(path.replaceAll('/', '_'))
}
