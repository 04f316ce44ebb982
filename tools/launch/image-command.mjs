// Writes the command `vermilion` of an image to the path it is told: one process, with what the launcher gives the server.
import { writeFileSync } from 'node:fs'
import { serverEnvironment, serverFlags } from './node.mjs'
import { inRoot } from './run.mjs'

const variables = Object.entries(serverEnvironment).map(([name, value]) => `${name}=${value}`)
const command = ['exec', 'env', ...variables, 'node', ...serverFlags, inRoot('server/src/cli/main.ts'), '"$@"']
writeFileSync(process.argv[2] ?? '', `#!/bin/sh\n${command.join(' ')}\n`, { mode: 0o755 })
