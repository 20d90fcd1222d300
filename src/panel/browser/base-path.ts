/** The path under which the host has mounted the panel, such as `/panel`. The server wrote it into the HTML. */
export const BASE_PATH = document.querySelector<HTMLMetaElement>('meta[name="panel-path"]')!.content;
