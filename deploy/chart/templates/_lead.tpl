{{- /* Beside a server that may be a standby: puts the label that the Service selects on the pod whose server leads. */ -}}
{{- define "leadLabel" -}}
- name: lead-label
  image: {{ include "image" . }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  securityContext: {{- toYaml .Values.securityContext | nindent 4 }}
  command: [node, --max-old-space-size=32, /etc/vermilion/lead/lead-label.mjs]
  env:
    - { name: POD, valueFrom: { fieldRef: { fieldPath: metadata.name } } }
    - { name: PODS, value: /api/v1/namespaces/{{ .Release.Namespace }}/pods }
    - { name: SELECTOR, value: 'app.kubernetes.io/name=vermilion,app.kubernetes.io/instance={{ .Release.Name }}' }
    - { name: HEALTH, value: 'http://127.0.0.1:7860{{ .Values.basePath }}/api/v1/health' }
    - { name: NODE_EXTRA_CA_CERTS, value: {{ include "tokenFolder" . }}/ca.crt }
    {{- range .Values.extraEnv }}
    {{- if hasPrefix "KUBERNETES_" .name }}
    - {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- end }}
  resources:
    requests: { cpu: 10m, memory: 64Mi }
    limits: { memory: 128Mi }
  volumeMounts:
    - { name: lead, mountPath: /etc/vermilion/lead, readOnly: true }
    - { name: token, mountPath: {{ include "tokenFolder" . }}, readOnly: true }
{{- end -}}
