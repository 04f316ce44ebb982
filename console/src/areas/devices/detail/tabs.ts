import type { Device } from '@vermilion/contract/devices'
import type { ComponentType } from 'react'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import type { DeviceTabKey } from './tab-names.ts'

export interface DeviceTab {
  /** The key in the address; its name is in tab-names.ts. */
  key: DeviceTabKey
  Part: ComponentType<{ device: Device }>
  full?: boolean
}

/** The area's own tabs in order. Tabs of later areas are inserted before the log in app/pages/device-tabs.ts. */
export const deviceTabs: readonly DeviceTab[] = [
  { key: 'overview', Part: lazyPart(async () => (await import('./overview-tab.tsx')).OverviewTab) },
  { key: 'files', Part: lazyPart(async () => (await import('../files/files-tab.tsx')).FilesTab), full: true },
  { key: 'history', Part: lazyPart(async () => (await import('../history/history-tab.tsx')).HistoryTab) },
  { key: 'system', Part: lazyPart(async () => (await import('../system/system-tab.tsx')).SystemTab) },
  {
    key: 'terminal',
    Part: lazyPart(async () => (await import('../terminal/terminal-tab.tsx')).TerminalTab),
    full: true,
  },
  { key: 'log', Part: lazyPart(async () => (await import('../log/log-tab.tsx')).LogTab) },
]
