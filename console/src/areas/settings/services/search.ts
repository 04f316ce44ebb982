import { z } from 'zod'

/** The service kind whose form is open. */
export const servicesSearch = z.object({ setUp: z.string().optional().catch(undefined) })
