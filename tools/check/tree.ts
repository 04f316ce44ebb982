import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Each may import those before it, as far as `mayUse` allows. */
export const workspaces = ['contract', 'canvas', 'trainer', 'scenes', 'server', 'console'] as const
export type Workspace = (typeof workspaces)[number]

export const mayUse: Readonly<Record<Workspace, readonly Workspace[]>> = {
  contract: [],
  canvas: ['contract'],
  trainer: ['contract'],
  scenes: ['contract'],
  server: ['contract'],
  console: ['contract', 'canvas'],
}

/** Within a workspace, each folder or file may import those before it. Unlisted ones (`app.ts`) come last. */
export const layers: Readonly<Partial<Record<Workspace, readonly string[]>>> = {
  server: ['config', 'platform', 'areas'],
  console: ['lib', 'ui', 'areas', 'app'],
}

/** An area may import those before it, through their index.ts. Notifications upward are events. */
export const areas = [
  'settings',
  'accounts',
  'audit',
  'spaces',
  'files',
  'devices',
  'executors',
  'tasks',
  'datasets',
  'models',
  'mlflow',
  'rollouts',
  'data-evaluation',
  'generation',
  'assist-models',
  // The console's folder of assist models.
  'assist',
  'annotation',
  'auto-label',
  'search',
  'monitoring',
  'fine-tuning',
  'assistant',
  'work',
  'welcome',
] as const

/** Source files of the workspaces relative to the root, with `/` on every platform. */
export function sourceFiles(root: string): string[] {
  return workspaces.flatMap((workspace) => filesBelow(root, workspace)).filter((path) => /\.tsx?$/.test(path))
}

/** Includes tools, e2e and bench. */
export function allSourceFiles(root: string): string[] {
  const unshipped = ['tools', 'e2e', 'bench'].filter((folder) => existsSync(join(root, folder)))
  const files = unshipped.flatMap((folder) => filesBelow(root, folder)).filter((path) => /\.tsx?$/.test(path))
  return [...sourceFiles(root), ...files]
}

/** Style sheets and components, without tests. */
export function consoleFiles(root: string): string[] {
  return filesBelow(root, 'console/src').filter((path) => /(?<!\.test)\.(?:css|tsx?)$/.test(path))
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && entry.name !== 'dist')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesBelow(root, path) : [path]
    })
}
