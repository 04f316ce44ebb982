import type { Device } from '@vermilion/contract/devices'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CreateDevice } from './form/create-device.tsx'
import { EnrolDevice } from './enrolment/enrol-device.tsx'
import { EditDevice } from './form/edit-device.tsx'
import { ImportDrawer } from './import/import-drawer.tsx'

interface Opened {
  create?: boolean
  enrol?: boolean
  import?: boolean
  edit?: string
}

const closed = { create: undefined, enrol: undefined, import: undefined, edit: undefined }

export function useDeviceDrawers() {
  const navigate = useNavigate({ from: '/board/list' })
  return (changes: Opened) => void navigate({ search: (now) => ({ ...now, ...closed, ...changes }), replace: true })
}

interface DeviceDrawersProps {
  devices: readonly Device[] | undefined
  onOpen: (deviceId: string) => void
}

export function DeviceDrawers({ devices, onOpen }: DeviceDrawersProps) {
  const { create = false, enrol = false, import: isImporting = false, edit } = useSearch({ from: '/shell/board/list' })
  const show = useDeviceDrawers()
  const close = () => show({})
  const edited = devices?.find(({ id }) => id === edit)
  return (
    <>
      {create && <CreateDevice onClose={close} onCreated={({ id }) => onOpen(id)} />}
      {enrol && <EnrolDevice onClose={close} onOpen={onOpen} />}
      {isImporting && <ImportDrawer onClose={close} />}
      {edited !== undefined && <EditDevice key={edited.id} device={edited} onClose={close} />}
    </>
  )
}
