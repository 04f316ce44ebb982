import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take half a minute, most of it waiting: they are started first, so that at the end no processor is idle
 * because one of them is still under way. A file that is missing here is only started later.
 */
const longFiles = [
  'updaters/rauc.test.ts',
  'files/unpacking/unpacking.test.ts',
  'server/src/process.test.ts',
  'models/board/board-recovery.test.ts',
  'devices/terminal/poor-device.test.ts',
  'tasks/scheduling/recovery.test.ts',
  'devices/files/hostile.test.ts',
  'updaters/swupdate.test.ts',
  'container/docker.test.ts',
  'container/podman.test.ts',
  'rollouts/engine/recovery.test.ts',
  'models/board/board-inference.test.ts',
  'uploads/kill.test.ts',
  'operations/kill.test.ts',
  'tasks/logs/logs.test.ts',
  'devices/connection/hostile.test.ts',
  'sign-in/brute-force.test.ts',
  'exports/export-kill.test.ts',
  'devices/commands/commands.test.ts',
  'registration/recovery.test.ts',
  'rollouts/updaters/script.test.ts',
  'decoding/fuzz.test.ts',
  'in-place/kill.test.ts',
  'own-images/own-images.test.ts',
  'tasks/pools/slow.test.ts',
  'tools/check/recipes.test.ts',
]

const lengthOf = ({ moduleId }: TestSpecification): number => {
  const rank = longFiles.findIndex((file) => moduleId.endsWith(file))
  return rank === -1 ? 0 : longFiles.length - rank
}

/** Grouped by project, because a worker process is reused only within one. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const names = this.ctx.projects.map(({ name }) => name)
    const rankOf = ({ project }: TestSpecification) => names.indexOf(project.name)
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => rankOf(a) - rankOf(b) || lengthOf(b) - lengthOf(a))
  }
}
