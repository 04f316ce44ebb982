import type { z } from 'zod'
import { dataEntities } from './data.ts'
import { deviceEntities } from './devices.ts'
import { modelEntities } from './models.ts'
import { platformEntities } from './platform.ts'
import { taskEntities } from './tasks.ts'

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
