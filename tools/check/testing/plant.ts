import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workspaces } from '../tree.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** A small valid tree under the repository's configuration. */
export const sound: Readonly<Record<string, string>> = {
  'contract/src/spaces.ts': `export const spaceName = 'floor'\n`,
  'contract/src/kernel/page.ts': `export const pageSize = 50\n`,
  'canvas/src/view.ts': `import { pageSize } from '@vermilion/contract/kernel/page'\n\nexport const zoom = pageSize / 50\n`,
  'trainer/src/train.ts': `import { pageSize } from '@vermilion/contract/kernel/page'\n\nconsole.log(pageSize)\n`,
  'scenes/src/render-scenes.ts': `import { pageSize } from '@vermilion/contract/kernel/page'\n\nprocess.exitCode = pageSize\n`,
  'server/migrations/0001-platform.ts': `export const up = 'first'\n`,
  'server/src/main.ts': `import { files } from '#areas/files'\nimport { up } from '../migrations/0001-platform.ts'\n\nconsole.log(up, files)\n`,
  'server/src/platform/clock.ts': `export const now = () => Date.now()\n`,
  'server/src/areas/spaces/index.ts': `export { space } from './service.ts'\n`,
  'server/src/areas/spaces/service.ts': `import { spaceName } from '@vermilion/contract/spaces'\n\nexport const space = spaceName\n`,
  'server/src/areas/files/index.ts': `import { space } from '#areas/spaces'\nimport { now } from '#platform/clock'\n\nexport const files = [space, now()]\n`,
  'console/src/main.tsx': `import { zoom } from '@vermilion/canvas/view'\n\nexport const start = () => <p>{zoom}</p>\n`,
  'tools/check/main.ts': `console.log('checked')\n`,
}

/** Writes a tree with the repository's configuration and packages. */
export function plant(files: Readonly<Record<string, string>>): string {
  const tree = mkdtempSync(join(tmpdir(), 'vermilion planted '))
  const settings = [
    'package.json',
    '.oxfmtrc.json',
    '.oxlintrc.json',
    'knip.json',
    'tsconfig.json',
    'tsconfig.base.json',
  ]
  const ofWorkspaces = workspaces.flatMap((workspace) => [`${workspace}/package.json`, `${workspace}/tsconfig.json`])
  for (const path of [...settings, ...ofWorkspaces, 'console/index.html', 'tools/lint']) {
    cpSync(join(repository, path), join(tree, path), { recursive: true })
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), content)
  }
  linkPackages(tree)
  return tree
}

/** Links the repository's packages, except workspaces of the tree and caches of tools. */
function linkPackages(tree: string): void {
  const packages = join(repository, 'node_modules')
  mkdirSync(join(tree, 'node_modules/@vermilion'), { recursive: true })
  for (const name of readdirSync(packages)) {
    if (name !== '@vermilion' && name !== '.cache') symlinkSync(join(packages, name), join(tree, 'node_modules', name))
  }
  for (const name of workspaces) symlinkSync(join(tree, name), join(tree, 'node_modules/@vermilion', name))
}
