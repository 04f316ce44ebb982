import { create } from 'zustand'

export type Overlay = 'palette' | 'shortcuts' | 'notifications'

/** The overlay above the page; only one is open at a time. */
export const useOverlay = create<{ current: Overlay | null; show: (overlay: Overlay | null) => void }>((set) => ({
  current: null,
  show: (current) => set({ current }),
}))
