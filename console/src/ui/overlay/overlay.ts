import { create } from 'zustand'

export type Overlay = 'palette' | 'shortcuts' | 'notifications'

/** What the frame shows above the page, one at a time, asked for by a key or a button. */
export const useOverlay = create<{ current: Overlay | null; show: (overlay: Overlay | null) => void }>((set) => ({
  current: null,
  show: (current) => set({ current }),
}))
