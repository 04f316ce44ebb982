import { z } from 'zod'

export const servicesSearch = z.object({ setUp: z.string().optional().catch(undefined) })
