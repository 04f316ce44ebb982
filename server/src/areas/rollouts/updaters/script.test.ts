import { addArtifact } from '../testing/artifacts.ts'
import { scriptArchive } from '../testing/script-archive.ts'
import { testUpdater } from './testing/conformance.ts'

testUpdater({
  kind: 'script',
  problem: undefined,
  make: async (server, version, fault) =>
    addArtifact(
      server,
      await scriptArchive({
        version: fault === undefined ? version : `${version}-${fault}`,
        compatible: fault === 'foreign' ? 'board-y' : 'board-x',
        ...(fault === 'broken' && { scripts: { install: '#!/bin/sh\necho 4.0 >"$HOME/app-in-use"\nexit 1\n' } }),
      }),
    ),
  faults: ['broken', 'foreign'],
  inUse: (board) => board.run('cat app-in-use 2>/dev/null').trim() || undefined,
  options: { reboot: true },
  boots: 1,
})
