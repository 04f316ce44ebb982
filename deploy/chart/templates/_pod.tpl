{{- /* The path of a probe, from the root and its name below health. */ -}}
{{- define "health" -}}
httpGet: { path: {{ (first .).Values.basePath }}/api/v1/health{{ last . }}, port: http }
{{- end -}}

{{- define "pod" -}}
{{- $values := .Values -}}
metadata:
  labels:
    {{- include "selector" . | nindent 4 }}
    {{- with $values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    # A change of the settings starts servers anew.
    checksum/files: {{ print (include "secrets" .) (.Files.Get "files/lead-label.mjs") | sha256sum }}
    {{- with $values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "account" . }}
  automountServiceAccountToken: false
  # Otherwise a Service that is called vermilion would set VERMILION_PORT.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ $values.terminationGracePeriodSeconds }}
  securityContext: {{- toYaml $values.podSecurityContext | nindent 4 }}
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- range $key := list "nodeSelector" "tolerations" "priorityClassName" }}
  {{- with index $values $key }}
  {{ $key }}: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- end }}
  {{- include "affinity" . | nindent 2 }}
  containers:
    - name: server
      image: {{ include "image" . }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      securityContext: {{- toYaml $values.securityContext | nindent 8 }}
      ports:
        - { name: http, containerPort: 7860 }
        {{- if $values.tunnels.enabled }}
        - { name: tunnels, containerPort: {{ $values.tunnels.port }} }
        {{- end }}
      env: {{- include "environment" . | nindent 8 }}
      {{- with $values.extraEnvFrom }}
      envFrom: {{- toYaml . | nindent 8 }}
      {{- end }}
      resources: {{- toYaml $values.resources | nindent 8 }}
      startupProbe:
        {{- include "health" (list . "/live") | nindent 8 }}
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: {{ max 1 (div (int $values.startSeconds) 5) }}
      livenessProbe:
        # It answers without its database, too: a start would not bring that back.
        {{- include "health" (list . "/live") | nindent 8 }}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 4
        # A server that hangs does not end by itself; until then calls wait for it.
        terminationGracePeriodSeconds: 5
      readinessProbe:
        # A standby is not ready for calls, but for the lead.
        {{- include "health" (list . (ternary "" "/ready" (eq (include "byLabel" .) "yes"))) | nindent 8 }}
        periodSeconds: 3
        timeoutSeconds: 3
        failureThreshold: 2
      volumeMounts: {{- include "volumeMounts" . | nindent 8 }}
    {{- if include "byLabel" . }}
    {{- include "leadLabel" . | nindent 4 }}
    {{- end }}
  volumes: {{- include "volumes" . | nindent 4 }}
{{- end -}}

{{- define "affinity" -}}
{{- $others := dict "topologyKey" "kubernetes.io/hostname" "labelSelector" (dict "matchLabels" (include "selector" . | fromYaml)) -}}
{{- if .Values.affinity }}
affinity: {{- toYaml .Values.affinity | nindent 2 }}
{{- else if include "standby" . }}
affinity:
  podAntiAffinity:
    {{- if eq .Values.antiAffinity "hard" }}
    requiredDuringSchedulingIgnoredDuringExecution: {{- toYaml (list $others) | nindent 6 }}
    {{- else }}
    preferredDuringSchedulingIgnoredDuringExecution: {{- toYaml (list (dict "weight" 100 "podAffinityTerm" $others)) | nindent 6 }}
    {{- end }}
{{- end }}
{{- end -}}
