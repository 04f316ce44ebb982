import { create } from 'zustand'

export type Overlay = 'palette' | 'shortcuts' | 'notifications'

export const useOverlay = create<{ current: Overlay | null; show: (overlay: Overlay | null) => void }>((set) => ({
  current: null,
  show: (current) => set({ current }),
}))
