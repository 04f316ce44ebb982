import type { deviceImportEndpoints } from '@vermilion/contract/devices/imports'
import type { Handlers } from '#platform/http/handler'
import type { DeviceImports } from './imports.ts'

export function deviceImportRoutes(imports: DeviceImports): Handlers<typeof deviceImportEndpoints> {
  return {
    previewDeviceImport: { transaction: 'own', handle: ({ body }) => imports.preview(body.format, body.text) },
    importDevices: {
      transaction: 'own',
      async handle({ body, account }) {
        return { rows: await imports.add(body.rows, account.username) }
      },
    },
  }
}
