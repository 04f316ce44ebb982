import type { z } from 'zod'
import { dataEntities } from './data.ts'
import { deviceEntities } from './devices.ts'
import { modelEntities } from './models.ts'
import { platformEntities } from './platform.ts'
import { taskEntities } from './tasks.ts'

/** Names in the OpenAPI document are stable, because generated clients use them. Only the server loads this list. */
export const entities: Readonly<Record<string, z.ZodType>> = {
  ...platformEntities,
  ...dataEntities,
  ...taskEntities,
  ...modelEntities,
  ...deviceEntities,
}
