import type { ImportPreviewRow } from '@vermilion/contract/devices/imports'

export const isFit = ({ problems }: ImportPreviewRow) => problems.length === 0
export const rowKey = ({ line, device }: ImportPreviewRow) => `${line} ${device.name}`
