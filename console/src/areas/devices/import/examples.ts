import type { ImportFormat } from '@vermilion/contract/devices/imports'

/** Sample texts, with the documentation addresses of RFC 5737. */
export const examples: Readonly<Record<ImportFormat, string>> = {
  csv: `name,host,port,user,kind,group,tags,jump,notes
gate-1,192.0.2.11,22,robot,board,line 3,camera;outdoor,,By the window
gate-2,192.0.2.12,22,robot,board,line 3,camera,gate-1,
trainer,192.0.2.40,22,ubuntu,cloud,,gpu,,`,
  openssh: `Host gate-1
  HostName 192.0.2.11
  User robot

Host gate-2
  HostName 192.0.2.12
  User robot
  ProxyJump gate-1`,
}
