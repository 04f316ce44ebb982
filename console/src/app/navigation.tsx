import AppstoreFilled from '@ant-design/icons/es/icons/AppstoreFilled'
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import ControlFilled from '@ant-design/icons/es/icons/ControlFilled'
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import DashboardFilled from '@ant-design/icons/es/icons/DashboardFilled'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import DatabaseFilled from '@ant-design/icons/es/icons/DatabaseFilled'
import DatabaseOutlined from '@ant-design/icons/es/icons/DatabaseOutlined'
import FolderOpenFilled from '@ant-design/icons/es/icons/FolderOpenFilled'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import HddFilled from '@ant-design/icons/es/icons/HddFilled'
import HddOutlined from '@ant-design/icons/es/icons/HddOutlined'
import ThunderboltFilled from '@ant-design/icons/es/icons/ThunderboltFilled'
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import type { ComponentType } from 'react'

/** An entry of the sidebar. Its name and tooltip are the texts `<key>` and `<key>Hint` of app/text.ts. */
export interface NavigationItem {
  key: 'space' | 'dataset' | 'task' | 'fineTuning' | 'model' | 'board' | 'resource'
  path: string
  /** Further pages that mark it as active, if no other item's path is contained in the address. */
  also?: string
  icon: ComponentType
  activeIcon: ComponentType
}

export const navigation: readonly NavigationItem[] = [
  { key: 'space', path: '/space', icon: FolderOpenOutlined, activeIcon: FolderOpenFilled },
  { key: 'dataset', path: '/data-set', icon: DatabaseOutlined, activeIcon: DatabaseFilled },
  {
    key: 'task',
    path: '/compute/tasks',
    also: '/compute',
    icon: ThunderboltOutlined,
    activeIcon: ThunderboltFilled,
  },
  {
    key: 'fineTuning',
    path: '/fineTuning/tasks',
    also: '/fineTuning',
    icon: ControlOutlined,
    activeIcon: ControlFilled,
  },
  { key: 'model', path: '/model/list', also: '/model', icon: AppstoreOutlined, activeIcon: AppstoreFilled },
  { key: 'board', path: '/board/list', also: '/board', icon: HddOutlined, activeIcon: HddFilled },
  { key: 'resource', path: '/resource', icon: DashboardOutlined, activeIcon: DashboardFilled },
]

export function activeItem(path: string): NavigationItem | undefined {
  return (
    navigation.find((item) => path.includes(item.path)) ??
    navigation.find((item) => item.also !== undefined && path.startsWith(item.also))
  )
}

export const isOfSettings = (path: string): boolean => path.includes('/settings') || path.startsWith('/audit')
