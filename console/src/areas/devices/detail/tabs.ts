import { lazyPart } from '#lib/loading/lazy-part.tsx'
import type { Device } from '@vermilion/contract/devices'
import type { ComponentType } from 'react'
import type { DeviceTabKey } from './tab-names.ts'
import { OverviewTab } from './overview-tab.tsx'
import { HistoryTab } from '../history/history-tab.tsx'
import { SystemTab } from '../system/system-tab.tsx'
import { TerminalTab } from '../terminal/terminal-tab.tsx'
import { LogTab } from '../log/log-tab.tsx'

const FilesTab = lazyPart(async () => (await import('../files/files-tab.tsx')).FilesTab)

export interface DeviceTab {
  key: DeviceTabKey
  Part: ComponentType<{ device: Device }>
  full?: boolean
}

/** The area's own tabs in order. Tabs of later areas are inserted before the log in app/pages/device-tabs.ts. */
export const deviceTabs: readonly DeviceTab[] = [
  { key: 'overview', Part: OverviewTab },
  { key: 'files', Part: FilesTab, full: true },
  { key: 'history', Part: HistoryTab },
  { key: 'system', Part: SystemTab },
  {
    key: 'terminal',
    Part: TerminalTab,
    full: true,
  },
  { key: 'log', Part: LogTab },
]
