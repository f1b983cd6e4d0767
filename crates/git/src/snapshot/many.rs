//! Reading many files at once.

use std::thread;

use gix::ObjectId;

use super::{Layer, ReadError, Snapshot};

type Content = Result<Option<Vec<u8>>, ReadError>;

/// A thread is worth starting for so many objects.
const PER_THREAD: usize = 64;

/// More threads would wait for the disk and for each other.
const MOST_THREADS: usize = 8;

/// The contents of files, in their order. Objects are taken out of the database by several threads, as
/// most of the time goes into unpacking them.
pub(super) fn read(snapshot: &Snapshot, paths: &[&str]) -> Vec<Content> {
    let mut contents: Vec<Content> = Vec::with_capacity(paths.len());
    let mut objects: Vec<Vec<(usize, ObjectId)>> = vec![Vec::new(); snapshot.layers.len()];
    for (at, path) in paths.iter().enumerate() {
        contents.push(match snapshot.find_at(path) {
            Ok(Some((layer, found))) => match found.object() {
                Some(id) => {
                    objects[layer].push((at, id));
                    Ok(None)
                }
                None => snapshot.layers[layer].read(path, &found),
            },
            Ok(None) => Ok(None),
            Err(error) => Err(error),
        });
    }
    for (layer, objects) in snapshot.layers.iter().zip(&objects) {
        for (at, content) in unpack(layer, objects, paths) {
            contents[at] = content;
        }
    }
    contents
}

fn unpack(layer: &Layer, objects: &[(usize, ObjectId)], paths: &[&str]) -> Vec<(usize, Content)> {
    let read = |repo: &gix::Repository, (at, id): (usize, ObjectId)| {
        let content = match repo.find_object(id) {
            Ok(mut object) => Ok(Some(std::mem::take(&mut object.data))),
            Err(error) => Err(ReadError::new(paths[at], &error)),
        };
        (at, content)
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.min(MOST_THREADS).min(objects.len() / PER_THREAD);
    if threads < 2 {
        return objects.iter().map(|one| read(&layer.repo, *one)).collect();
    }
    let shared = layer.repo.clone().into_sync();
    thread::scope(|scope| {
        let chunks = objects.chunks(objects.len().div_ceil(threads));
        let workers: Vec<_> = chunks
            .map(|chunk| {
                let (shared, read) = (&shared, &read);
                scope.spawn(move || {
                    let repo = shared.to_thread_local();
                    let contents: Vec<_> = chunk.iter().map(|one| read(&repo, *one)).collect();
                    contents
                })
            })
            .collect();
        let done = workers.into_iter().map(|worker| match worker.join() {
            Ok(contents) => contents,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        done.flatten().collect()
    })
}
