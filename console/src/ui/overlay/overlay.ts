import { create } from 'zustand'

export type Overlay = 'palette' | 'shortcuts'

/** What the frame shows above the page, asked for by a key or a button. */
export const useOverlay = create<{ shown: Overlay | null; show: (overlay: Overlay | null) => void }>((set) => ({
  shown: null,
  show: (shown) => set({ shown }),
}))
