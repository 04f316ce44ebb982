import { accessSync, constants, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const controllers = ['cpu', 'memory', 'pids'] as const
export type Controller = (typeof controllers)[number]

export interface CgroupPlace {
  version: 1 | 2
  controllers: Controller[]
  folder: string
}

/** Texts of `/proc/self/mountinfo` and `/proc/self/cgroup`, see cgroups(7). */
export interface CgroupTexts {
  mounts: string
  own: string
}

interface Hierarchy {
  version: 1 | 2
  controllers: Controller[]
  /** This process's own group. */
  folder: string
}

const name = 'vermilion'

export const readCgroupTexts = (): CgroupTexts => ({
  mounts: textOf('/proc/self/mountinfo'),
  own: textOf('/proc/self/cgroup'),
})

/**
 * Looks in the cgroup v2 tree as far as it is delegated, and in v1 trees as far as this user may write; v2 is used for whatever
 * it controls.
 * A place without controllers still contains its processes.
 */
export function cgroupPlaces(texts: CgroupTexts): CgroupPlace[] {
  const matchingHierarchies = hierarchies(texts)
  const positions: CgroupPlace[] = []
  for (const { folder } of matchingHierarchies.filter(({ version }) => version === 2)) {
    const location = delegatedPlace(folder)
    if (location) positions.push(location)
  }
  const isTaken = () => positions.flatMap((location) => location.controllers)
  for (const hierarchy of matchingHierarchies.filter(({ version }) => version === 1)) {
    const own = hierarchy.controllers.filter((controller) => !isTaken().includes(controller))
    const folder = join(hierarchy.folder, name)
    if (own.length > 0 && canMake(folder)) positions.push({ version: 1, controllers: own, folder })
  }
  return positions
}

export function hierarchies({ mounts, own }: CgroupTexts): Hierarchy[] {
  const paths = own.split('\n').flatMap((line) => {
    const [, names, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    return names === undefined || path === undefined ? [] : [{ names: names.split(','), path }]
  })
  return mounts.split('\n').flatMap((line): Hierarchy[] => {
    const [, root, mount, kind, options] = /^\d+ \d+ \S+ (\S+) (\S+) .* - (cgroup2?) \S+ (\S+)$/.exec(line) ?? []
    if (!root || !mount || !options) return []
    const version = kind === 'cgroup2' ? 2 : 1
    const named = new Set(version === 2 ? [''] : options.split(','))
    const path = paths.find(({ names }) => names.some((each) => named.has(each)))?.path
    if (path === undefined) return []
    const below = relative(root, path)
    // A group outside the mount belongs to a surrounding namespace; then the mount itself is ours.
    const folder = below.startsWith('..') ? mount : join(mount, below)
    return [{ version, controllers: controllers.filter((controller) => named.has(controller)), folder }]
  })
}

/**
 * A group with processes of its own delegates no controllers, except the root; so the parent is tried too, which service managers
 * delegate with it.
 */
function delegatedPlace(own: string): CgroupPlace | undefined {
  const [first, ...others] = [own, dirname(own)].flatMap(placeIn)
  for (const other of others) {
    if (first && other.controllers.length > first.controllers.length) {
      attempt(() => rmdirSync(first.folder))
      return other
    }
    attempt(() => rmdirSync(other.folder))
  }
  return first
}

function placeIn(group: string): CgroupPlace[] {
  const folder = join(group, name)
  const offered = wordsOf(join(group, 'cgroup.controllers'))
  if (!attempt(() => accessSync(join(group, 'cgroup.procs'), constants.W_OK)) || !canMake(folder)) return []
  for (const controller of controllers.filter((each) => offered.includes(each))) {
    attempt(() => writeFileSync(join(group, 'cgroup.subtree_control'), `+${controller}`))
    attempt(() => writeFileSync(join(folder, 'cgroup.subtree_control'), `+${controller}`))
  }
  const handedOn = wordsOf(join(folder, 'cgroup.subtree_control'))
  return [{ version: 2, controllers: controllers.filter((each) => handedOn.includes(each)), folder }]
}

function canMake(folder: string): boolean {
  return attempt(() => mkdirSync(folder)) || attempt(() => accessSync(folder, constants.W_OK))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const wordsOf = (path: string) =>
  textOf(path)
    .split(/\s+/)
    .filter((word) => word !== '')

function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}
