import type { z } from 'zod'
import { dataEntities } from './entities/data.ts'
import { deviceEntities } from './entities/devices.ts'
import { modelEntities } from './entities/models.ts'
import { platformEntities } from './entities/platform.ts'
import { taskEntities } from './entities/tasks.ts'

/**
 * Schemas that have a name outside: generated clients call their types by it, so that it stays. Each is called as the
 * contract exports it. Only the server asks for this list: pages load what they use.
 */
export const entities: Readonly<Record<string, z.ZodType>> = {
  ...platformEntities,
  ...dataEntities,
  ...taskEntities,
  ...modelEntities,
  ...deviceEntities,
}
