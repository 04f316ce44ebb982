import { create } from 'zustand'
import type { Connection } from './events.ts'

/** The state of the event stream. It has a file of its own so that the sign-in page loads it without the stream's code. */
export const useConnection = create<{ connection: Connection }>(() => ({ connection: 'connecting' }))
