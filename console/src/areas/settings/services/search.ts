import { z } from 'zod'

/** What the address of the services keeps: for which kind the form is open. */
export const servicesSearch = z.object({ setUp: z.string().optional().catch(undefined) })
