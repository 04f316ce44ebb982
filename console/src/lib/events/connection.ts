import { create } from 'zustand'
import type { Connection } from './events.ts'

/** Whether the server's news arrive. Apart from what follows them, which the sign-in page does without. */
export const useConnection = create<{ connection: Connection }>(() => ({ connection: 'connecting' }))
