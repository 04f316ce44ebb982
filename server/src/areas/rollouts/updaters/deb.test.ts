import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addArtifact } from '../testing/artifacts.ts'
import { testUpdater } from './testing/conformance.ts'
import type { Fault } from './testing/conformance.ts'

const hasTool = spawnSync('dpkg-deb', ['--version']).status === 0

async function buildPackage(version: string, fault?: Fault) {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-deb-'))
  const control = [
    'Package: vermilion-test',
    `Version: ${fault === undefined ? version : `${version}+${fault}`}`,
    `Architecture: ${fault === 'foreign' ? 'm68k' : 'all'}`,
    'Maintainer: Nobody <nobody@example.org>',
    'Description: a package for tests',
    '',
  ]
  await mkdir(join(folder, 'DEBIAN'), { mode: 0o755 })
  await mkdir(join(folder, 'opt/vermilion-test'), { recursive: true })
  await writeFile(join(folder, 'opt/vermilion-test/version'), version)
  await writeFile(join(folder, 'DEBIAN/control'), control.join('\n'))
  if (fault === 'broken') {
    await writeFile(join(folder, 'DEBIAN/preinst'), '#!/bin/sh\necho no >&2\nexit 1\n')
    await chmod(join(folder, 'DEBIAN/preinst'), 0o755)
  }
  await chmod(folder, 0o755)
  const file = `${folder}.deb`
  spawnSync('dpkg-deb', ['--root-owner-group', '--build', folder, file])
  const content = await readFile(file)
  await rm(folder, { recursive: true })
  await rm(file)
  return content
}

testUpdater({
  kind: 'deb',
  problem: hasTool ? undefined : 'there is no dpkg-deb',
  make: async (server, version, fault) => addArtifact(server, await buildPackage(version, fault)),
  faults: ['broken', 'foreign'],
  inUse: (board) => board.run("dpkg-query -W -f='${Version}' vermilion-test 2>/dev/null").trim() || undefined,
  boots: 0,
})
