/** What the system has against a file or folder, in words. */
export function systemReason(error: unknown): string {
	const { code, message } = error as NodeJS.ErrnoException;
	return reasons[code ?? ""] ?? message;
}

const reasons: Readonly<Record<string, string>> = {
	ENOENT: "there is no such file",
	EACCES: "permission denied",
	EPERM: "not permitted",
	EROFS: "the file system is read-only",
	ENOSPC: "the disk is full",
	EDQUOT: "the quota is used up",
	ENOTDIR: "part of the path is a file",
	EEXIST: "part of the path is a file",
	ENAMETOOLONG: "the name is too long",
	EISDIR: "it is a folder",
	ELOOP: "its links go round in circles",
	EMFILE: "too many files are open",
};
