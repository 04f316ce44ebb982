import { describe, expect, test } from 'vitest'
import { hierarchies } from './cgroup-places.ts'

const unified = (root: string) => `30 23 0:26 ${root} /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate`

describe('where a process is among the cgroups', () => {
  test('a service of the second version', () => {
    const own = '0::/system.slice/vermilion.service\n'
    expect(hierarchies({ mounts: unified('/'), own })).toEqual([
      { version: 2, controllers: [], folder: '/sys/fs/cgroup/system.slice/vermilion.service' },
    ])
  })

  test('a container of the second version, in a namespace of its own and without one', () => {
    const folder = '/sys/fs/cgroup'
    expect(hierarchies({ mounts: unified('/'), own: '0::/\n' })[0]?.folder).toBe(folder)
    const own = '0::/docker/abc\n'
    expect(hierarchies({ mounts: unified('/docker/abc'), own })[0]?.folder).toBe(folder)
    expect(hierarchies({ mounts: unified('/docker/other'), own })[0]?.folder).toBe(folder)
  })

  test('both versions side by side, with controllers that share a tree', () => {
    const mounts = [
      '31 23 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw',
      '32 23 0:28 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct',
      '33 23 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
      '34 23 0:30 / /proc rw - proc proc rw',
    ].join('\n')
    const own = '3:memory:/jobs/7\n2:cpu,cpuacct:/\n0::/user.slice\n'
    expect(hierarchies({ mounts, own })).toEqual([
      { version: 2, controllers: [], folder: '/sys/fs/cgroup/unified/user.slice' },
      { version: 1, controllers: ['cpu'], folder: '/sys/fs/cgroup/cpu,cpuacct' },
      { version: 1, controllers: ['memory'], folder: '/sys/fs/cgroup/memory/jobs/7' },
    ])
  })

  test('a system without cgroups', () => {
    expect(hierarchies({ mounts: '', own: '' })).toEqual([])
  })
})
